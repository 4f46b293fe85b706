/** Returns the value of a JSON text; undefined if it is invalid. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
