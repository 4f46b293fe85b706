/** What whoever runs the installation should know, although it runs. */
export interface Warnings {
  /** Says it, and keeps it in the list: once for each `key`. */
  add(key: string, sentence: string): void
  /** Every sentence, the oldest first. */
  list(): string[]
}

export const createWarnings = (say: (sentence: string) => void = () => {}): Warnings => {
  const sentences = new Map<string, string>()
  return {
    add(key, sentence) {
      if (sentences.has(key)) return
      sentences.set(key, sentence)
      say(sentence)
    },
    list: () => [...sentences.values()],
  }
}
