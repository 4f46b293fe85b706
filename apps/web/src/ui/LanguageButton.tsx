import { setLanguage, useText } from '#web/kernel/text/i18n.ts'
import { TextButton } from './TextButton.tsx'

export const LanguageButton = () => {
  const { t, language } = useText()
  const otherLanguage = language === 'fr' ? 'en' : 'fr'
  return (
    <TextButton icon="languages" lang={otherLanguage} onClick={() => void setLanguage(otherLanguage)}>
      {t(`common.language.${otherLanguage}`)}
    </TextButton>
  )
}
