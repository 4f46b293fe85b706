import { readFileSync, writeFileSync } from 'node:fs'

/** Throws unless `from` occurs exactly `times` times, which reveals a changed Capacitor template. */
export const replaceIn = (text: string, from: string, to: string, times = 1): string => {
  const parts = text.split(from)
  if (parts.length !== times + 1)
    throw new Error(`The template holds ${parts.length - 1} times, not ${times}, the text to replace:\n${from}`)
  return parts.join(to)
}

type Replacement = [from: string, to: string, times?: number]

export const editFile = (path: string, ...replacements: Replacement[]): void =>
  writeFileSync(
    path,
    replacements.reduce((text, [from, to, times]) => replaceIn(text, from, to, times), readFileSync(path, 'utf8')),
  )
