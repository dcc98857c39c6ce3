import { afterEach, beforeEach, describe } from "vitest";
import type { Store } from "../store/store.ts";
import { answersConform } from "./store-conformance/answers.ts";
import { anticipationsConform } from "./store-conformance/anticipations.ts";
import { approvalsConform } from "./store-conformance/approvals.ts";
import { cancelsConform } from "./store-conformance/cancels.ts";
import { journalConforms } from "./store-conformance/journal.ts";
import { leasesConform } from "./store-conformance/leases.ts";
import { plansConform } from "./store-conformance/plans.ts";
import { runsConform } from "./store-conformance/runs.ts";
import { settlementsConform } from "./store-conformance/settlements.ts";

/**
 * What every store must do (diagram.md 4 and 5), as tests: call it in a test file with a function that opens an empty store.
 * A store's leases must last 30,000 ms.
 */
export function storeConformance(name: string, open: () => Promise<Store>): void {
  describe(`the ${name} store`, () => {
    let store: Store | null = null;
    const opened = () => {
      if (store === null) throw new Error("the store is not open yet");
      return store;
    };
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => {
      store?.close();
      store = null;
    });
    runsConform(opened);
    leasesConform(opened);
    journalConforms(opened);
    plansConform(opened);
    settlementsConform(opened);
    answersConform(opened);
    approvalsConform(opened);
    anticipationsConform(opened);
    cancelsConform(opened);
  });
}
