// Keeps package-lock.json free of addresses and complete.
//
// npm writes funding links, which nobody here needs. And it leaves out the optional packages of platforms whose files
// the registry at hand does not have; then `npm ci` refuses the file everywhere. They are named here with the version
// their parent asks for, so that the platform they are for can still fetch them.
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const CPUS = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'mips64el', 'wasm32'];
const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'netbsd',
  'openbsd',
  'linux',
  'win32',
  'sunos',
  'aix',
  'openharmony',
];

function platform(name) {
  const words = name.split('/').pop().split('-');
  const found = {};
  const os = SYSTEMS.find((each) => words.includes(each));
  const cpu = CPUS.find((each) => words.includes(each));
  if (os) found.os = [os];
  if (cpu) found.cpu = [cpu];
  if (words.some((word) => word.startsWith('musl'))) found.libc = ['musl'];
  else if (words.some((word) => word.startsWith('gnu')) && os === 'linux') found.libc = ['glibc'];
  return found;
}

for (const [place, entry] of Object.entries(lock.packages)) {
  delete entry.funding;
  delete entry.resolved;
  if (!place) continue;
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const at = `node_modules/${name}`;
    if (lock.packages[at] || lock.packages[`${place}/${at}`] || !/^\d/.test(version)) continue;
    lock.packages[at] = { version, ...platform(name), dev: true, optional: true };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = JSON.stringify(lock, null, 2) + '\n';
if (text.includes('://')) {
  console.error('package-lock.json still holds an address.');
  process.exit(1);
}
writeFileSync('package-lock.json', text);
