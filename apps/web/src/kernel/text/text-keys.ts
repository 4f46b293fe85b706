import type { Texts } from '#web/locales/texts.gen.ts'

export type TextFeature = keyof Texts
export type TextKey = { [F in TextFeature]: keyof Texts[F] & string }[TextFeature]
