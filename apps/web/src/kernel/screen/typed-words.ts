import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 250

/** A search field's text, passed on once typing pauses; a new `value` from outside replaces it. */
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
