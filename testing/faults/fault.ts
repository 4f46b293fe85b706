/** A fault that is planted to see whether the tests catch it: one small replacement in one file. */
export interface Fault {
  /** Unique; kebab-case, begins with its feature: `deals-author-approves`. */
  name: string
  /** The rule that it breaks, in the product's words. */
  breaks: string
  /** From the root of the project. */
  file: string
  /** What is replaced: stands exactly once in the file. */
  find: string
  replace: string
  /** Where the tests stand that hold the rule, if not beside the file. */
  heldBy?: string
}

/** The text with the fault in it; throws where `find` does not stand in it exactly once. */
export const plant = (text: string, { name, file, find, replace }: Fault): string => {
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`${name}: "${find}" stands ${parts.length - 1} times in ${file}, not once`)
  return parts.join(replace)
}
