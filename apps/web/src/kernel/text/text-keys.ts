import type { Texts } from '#web/locales/texts.gen.ts'

export type TextRoom = keyof Texts
/** An error that one room alone tells has its text in that room's file, as `errors.…`. */
type Whole<R extends string, K extends string> = K extends `errors.${string}` ? K : `${R}.${K}`
export type TextKey = { [R in TextRoom]: Whole<R, keyof Texts[R] & string> }[TextRoom]
