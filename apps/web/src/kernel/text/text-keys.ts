import type { Texts } from '#web/locales/texts.gen.ts'

export type TextRoom = keyof Texts
export type TextKey = { [R in TextRoom]: `${R}.${keyof Texts[R] & string}` }[TextRoom]
