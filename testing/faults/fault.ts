/** A seeded fault for mutation testing: one small replacement in one file. */
export interface Fault {
  /** Unique name in kebab-case that begins with the feature: `deals-author-approves`. */
  name: string
  /** The product rule that the fault breaks. */
  breaks: string
  /** Path of the changed file, relative to the root of the project. */
  file: string
  /** The text to replace, which must occur in the file exactly once. */
  find: string
  replace: string
  /** Path of the tests that should catch the fault, if they are not beside the file. */
  heldBy?: string
}

/** Returns the text with the fault applied. Throws unless `find` occurs exactly once. */
export const applyFault = (text: string, { name, file, find, replace }: Fault): string => {
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`${name}: "${find}" occurs ${parts.length - 1} times in ${file}, not once`)
  return parts.join(replace)
}
