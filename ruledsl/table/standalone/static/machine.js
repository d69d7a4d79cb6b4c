/** Programs of ruledsl, run by the browser's own machine: they work in the memory of Python (`ruledsl/engine/machines/machine.py`). */
export const machine = (memory) => ({
  compiled: (binary) => new WebAssembly.Module(binary.toJs()),
  begun(module) {
    const home = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
    const { exports } = new WebAssembly.Instance(module, { host: { memory, home } });
    return {
      /** The memory of the program begins there from now on. */
      lieAt(address) {
        exports.base.value += address - home.value;
        home.value = address;
      },
      function: (name) => called(exports[name]),
    };
  },
});

/** A function that takes and gives numbers, of whatever size, and gives nothing when it does not come to its end. */
const called = (inside) => (...args) => {
  try {
    const found = inside(...args.map(BigInt));
    const small = Number(found);
    return Number.isSafeInteger(small) ? small : found;
  } catch (problem) {
    if (problem instanceof WebAssembly.RuntimeError || problem instanceof RangeError) return undefined;
    throw problem;
  }
};
