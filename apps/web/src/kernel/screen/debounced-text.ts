import { useEffect, useEffectEvent, useState } from 'react'

const DEBOUNCE_MS = 250

/** Returns the text of a field and its setter; `onChange` receives the trimmed text once the user pauses. */
export const useDebouncedText = (value: string, onChange: (value: string) => void) => {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [emitted, setEmitted] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    // A value that was emitted here may arrive late, and must not replace what was typed since.
    if (value !== emitted && value !== text.trim()) setText(value)
    setEmitted(value)
  }
  const emitChange = useEffectEvent((typed: string) => {
    setEmitted(typed)
    onChange(typed)
  })
  useEffect(() => {
    const typed = text.trim()
    if (typed === value) return
    const timer = setTimeout(() => emitChange(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  return [text, setText] as const
}
