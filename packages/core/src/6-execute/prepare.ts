import { everyTool } from "../5-authorise/tool-set.ts";
import type { TrustLevel } from "../5-authorise/trust.ts";
import { check } from "../check.ts";
