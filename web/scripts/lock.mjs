// Keeps package-lock.json free of addresses: npm writes funding links, which nobody here needs.
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const entry of Object.values(lock.packages)) {
  delete entry.funding;
  delete entry.resolved;
}
const text = JSON.stringify(lock, null, 2) + '\n';
if (text.includes('://')) {
  console.error('package-lock.json still holds an address.');
  process.exit(1);
}
writeFileSync('package-lock.json', text);
