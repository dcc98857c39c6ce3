/** The indentation of a tag before and after. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

export const unmoved: Move = { from: "", to: "" };
