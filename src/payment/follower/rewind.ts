/** Sends the reading of ledgers back, so that what arrived since a backup is read again: each payment counts once anyway. */
import { moveMarker } from "./markers.ts";
import { readStamps } from "./stamps.ts";
import { ask, type Build, type Steps } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";

/** About an hour: a backup may hold a marker whose last payments it does not hold. */
const LEDGERS = 1000;

/** @returns for each wallet the ledger behind which it is read on */
export function* rewind(): Steps<readonly { readonly network: string; readonly after: number }[]> {
  const rewound: { network: string; after: number }[] = [];
  for (const { network, wallet, ledger, stamps } of yield* ask(allMarkers)) {
    if (ledger === null) continue;
    const after = Math.max(0, ledger - LEDGERS);
    const left = readStamps(stamps).filter(({ index }) => index <= after);
    yield* ask(moveMarker, { network, wallet, ledger: after, stamps: JSON.stringify(left) });
    rewound.push({ network, after });
  }
  return rewound;
}

const allMarkers: Build<Row<"markers">[]> = (db, { markers }) => db.select().from(markers);
