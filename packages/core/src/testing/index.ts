export { storeConformance } from "./store-conformance.ts";
