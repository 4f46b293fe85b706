import { useEffect, useEffectEvent, useState } from 'react'

const DEBOUNCE_MS = 250

export const useDebouncedText = (value: string, onChange: (value: string) => void) => {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (lastValue !== value) {
    setLastValue(value)
    if (value !== text.trim()) setText(value)
  }
  const emitChange = useEffectEvent(onChange)
  useEffect(() => {
    const typed = text.trim()
    if (typed === value) return
    const timer = setTimeout(() => emitChange(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, value])
  return [text, setText] as const
}
