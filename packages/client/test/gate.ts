/** Something that a test lets happen when it is time. */
export interface Gate<Value> {
  readonly promise: Promise<Value>;
  readonly open: (value: Value) => void;
}

export function gate<Value = void>(): Gate<Value> {
  let open: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { promise, open: (value) => open(value) };
}
