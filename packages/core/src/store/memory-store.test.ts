import { storeConformance } from "../testing/store-conformance.ts";
import { openStore } from "./open-store.ts";

storeConformance("memory", () => openStore("memory"));
