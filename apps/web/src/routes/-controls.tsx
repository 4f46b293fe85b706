import { useText, setLanguage } from '#web/kernel/i18n.ts'
import { themes, useTheme } from '#web/kernel/theme.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextButton } from '#web/ui/TextButton.tsx'

const icons = { system: 'monitor', light: 'sun', dark: 'moon' } as const

/** Language and theme, for whoever is not signed in. */
export const Controls = () => {
  const { t, language } = useText()
  const { theme, setTheme } = useTheme()
  const other = language === 'fr' ? 'en' : 'fr'
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
  return (
    <>
      <IconButton icon={icons[theme]} label={t('session.theme.now', { theme: t(`common.theme.${theme}`) })} onClick={() => setTheme(nextTheme)} />
      <TextButton icon="languages" lang={other} onClick={() => void setLanguage(other)}>{t(`common.language.${other}`)}</TextButton>
    </>
  )
}
