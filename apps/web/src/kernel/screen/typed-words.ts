import { useEffect, useEffectEvent, useState } from 'react'

/** Whoever types is not asked for after each letter. */
const PAUSE_MS = 250

/**
 * What stands in a search field, and hands itself on once its reader has stopped typing; `words` given from outside
 * replace it.
 */
export const useTypedWords = (words: string, onWords: (words: string) => void) => {
  const [text, setText] = useState(words)
  const [given, setGiven] = useState(words)
  if (given !== words) {
    setGiven(words)
    if (words !== text.trim()) setText(words)
  }
  const hand = useEffectEvent(onWords)
  useEffect(() => {
    const typed = text.trim()
    if (typed === words) return
    const timer = setTimeout(() => hand(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, words])
  return [text, setText] as const
}
