import { setLanguage, useText } from '#web/kernel/text/i18n.ts'
import { TextButton } from './TextButton.tsx'

export const LanguageButton = () => {
  const { t, language } = useText()
  const other = language === 'fr' ? 'en' : 'fr'
  return (
    <TextButton icon="languages" lang={other} onClick={() => void setLanguage(other)}>
      {t(`common.language.${other}`)}
    </TextButton>
  )
}
