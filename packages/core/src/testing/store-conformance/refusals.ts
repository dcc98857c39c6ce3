import { expect } from "vitest";
import { StoreError, type StoreErrorCode } from "../../store/store.ts";

/** Expects a call to throw a `StoreError` of this kind, and gives its message. */
export function expectRefusal(code: StoreErrorCode, call: () => unknown): string {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    if (!(error instanceof StoreError)) throw error;
    expect(error.code).toBe(code);
    return error.message;
  }
  throw new Error(`nothing was refused, "${code}" was expected`);
}
