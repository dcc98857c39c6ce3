import { describeForEachDriver } from "../testing/sqlite-drivers.ts";
import { storeConformance } from "../testing/store-conformance.ts";
import { storeFiles } from "../testing/store-files.ts";

await describeForEachDriver("a file of SQLite", (driver) => {
  const files = storeFiles(driver);
  storeConformance("SQLite", () => files.open(files.path()));
});
