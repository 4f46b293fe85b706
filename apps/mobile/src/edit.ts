import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Puts `to` in the place of what a template of Capacitor's holds `times` times: a newer template that is written
 * otherwise is noticed, not passed over.
 */
export const replaceIn = (text: string, from: string, to: string, times = 1): string => {
  const parts = text.split(from)
  if (parts.length !== times + 1)
    throw new Error(`The template holds ${parts.length - 1} times, not ${times}, what is to be replaced:\n${from}`)
  return parts.join(to)
}

type Replaced = [from: string, to: string, times?: number]

export const editFile = (path: string, ...all: Replaced[]): void =>
  writeFileSync(
    path,
    all.reduce((text, [from, to, times]) => replaceIn(text, from, to, times), readFileSync(path, 'utf8')),
  )
