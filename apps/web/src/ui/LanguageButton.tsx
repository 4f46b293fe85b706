import { setLanguage, useText } from '#web/kernel/text/i18n.ts'
import { TextButton } from './TextButton.tsx'

/** The other language, by its own name, for whoever is not signed in. */
export const LanguageButton = () => {
  const { t, language } = useText()
  const other = language === 'fr' ? 'en' : 'fr'
  return (
    <TextButton icon="languages" lang={other} onClick={() => void setLanguage(other)}>
      {t(`common.language.${other}`)}
    </TextButton>
  )
}
