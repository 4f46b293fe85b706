export interface Warnings {
  /** Logs a warning and adds it to the list, but only once for each `key`. */
  add(key: string, sentence: string): void
  list(): string[]
}

export const createWarnings = (log: (sentence: string) => void = () => {}): Warnings => {
  const sentences = new Map<string, string>()
  return {
    add(key, sentence) {
      if (sentences.has(key)) return
      sentences.set(key, sentence)
      log(sentence)
    },
    list: () => [...sentences.values()],
  }
}
