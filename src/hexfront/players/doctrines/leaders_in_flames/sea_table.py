"""Leaders in Flames: which answer goes with which decision at sea."""

from __future__ import annotations

from hexfront.games.leaders_in_flames.sea.airsea import Roles, Scrambling
from hexfront.games.leaders_in_flames.sea.battle import Buying, Choosing, Seeking, StayOrGo
from hexfront.games.leaders_in_flames.sea.convoys import Routes, Sailings
from hexfront.games.leaders_in_flames.sea.fire import NameTarget
from hexfront.games.leaders_in_flames.sea.flights import Alighting, FlyingOut, Outbound
from hexfront.games.leaders_in_flames.sea.gunfire import Shelling
from hexfront.games.leaders_in_flames.sea.homing import Homecoming, Keeping, SpareShip
from hexfront.games.leaders_in_flames.sea.landing import Ashore, Beach, Invading, Quay
from hexfront.games.leaders_in_flames.sea.ports import PortTargets, Raiding
from hexfront.games.leaders_in_flames.sea.voyages import Approach, Fleet, NavalMoves
from hexfront.games.leaders_in_flames.sea.yards import Shipbuilding
from hexfront.players.doctrine import Table
from hexfront.players.doctrines.leaders_in_flames import sea, sea_fleets, sea_shore
from hexfront.players.doctrines.leaders_in_flames.desk import Desk
from hexfront.players.question import on

TABLE: Table[Desk] = (
    on(NavalMoves, sea_fleets.sail), on(Fleet, sea_fleets.muster), on(Approach, sea_fleets.approach),
    on(Seeking, sea.seek), on(Choosing, sea.choose), on(Buying, sea.buy), on(StayOrGo, sea.stay), on(NameTarget, sea.name),
    on(Roles, sea.roles), on(Scrambling, sea.scramble),
    on(FlyingOut, sea_shore.fly_out), on(Outbound, sea_shore.outbound), on(Alighting, sea_shore.alight),
    on(PortTargets, sea_shore.port), on(Raiding, sea_shore.raid),
    on(Homecoming, sea_shore.home), on(Keeping, sea_shore.keep), on(SpareShip, sea_shore.spare),
    on(Invading, sea_shore.invade), on(Beach, sea_shore.beach), on(Ashore, sea_shore.go_ashore), on(Quay, sea_shore.quay),
    on(Shelling, sea_shore.shell),
    on(Routes, sea_shore.routes), on(Sailings, sea_shore.sailings), on(Shipbuilding, sea_shore.build),
)  # fmt: skip
