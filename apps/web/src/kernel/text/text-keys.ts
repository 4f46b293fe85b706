import type { Texts } from '#web/locales/texts.gen.ts'

export type TextFeature = keyof Texts
/** The text of an error that only one feature has is in the file of that feature, under the text key `errors.…`. */
type QualifiedKey<R extends string, K extends string> = K extends `errors.${string}` ? K : `${R}.${K}`
export type TextKey = { [R in TextFeature]: QualifiedKey<R, keyof Texts[R] & string> }[TextFeature]
