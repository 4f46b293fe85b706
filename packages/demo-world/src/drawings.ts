import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../drawings/', import.meta.url)

/** Names of the drawings of a kind: their path below `drawings/`, such as `scenes/lake-3` or `faces/woman-34-26`. */
export const listDrawings = (kind: 'scenes' | 'faces' | 'logos' | 'signs' | 'plans' | 'maps'): string[] =>
  readdirSync(new URL(`${kind}/`, folder))
    .map(file => `${kind}/${file.replace(/\.svg$/, '')}`)
    .sort()

/** The SVG of a drawing. Throws when there is none of that name. */
export const readDrawing = (name: string): string => readFileSync(new URL(`${name}.svg`, folder), 'utf8')
