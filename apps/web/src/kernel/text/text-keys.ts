import type { Texts } from '#web/locales/texts.gen.ts'

export type TextFeature = keyof Texts
/** An error that one feature alone tells has its text in that feature's file, as `errors.…`. */
type Whole<R extends string, K extends string> = K extends `errors.${string}` ? K : `${R}.${K}`
export type TextKey = { [R in TextFeature]: Whole<R, keyof Texts[R] & string> }[TextFeature]
