import { languages, type Language } from '@parvis/contract/language.ts'
import { useId } from 'react'
import { themes, useTheme } from '#web/kernel/device/theme.ts'
import { setLanguage, useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { showToast } from '#web/ui/toasts.ts'
import css from './DeviceSettings.module.css'

/** How the product looks on this device, and the language that it speaks. */
export const DeviceSettings = () => {
  const { t, language } = useText()
  const { theme, setTheme } = useTheme()
  const id = useId()
  const speak = (one: Language) =>
    void setLanguage(one).catch(() => showToast({ kind: 'error', text: t('session.settings.failed') }))
  return (
    <section aria-labelledby={id} className={css.settings}>
      <h2 id={id}>{t('session.settings.look')}</h2>
      <Card className={css.card}>
        <p>{t('session.theme.title')}</p>
        <Segmented
          label={t('session.theme.title')}
          options={themes.map(value => ({ value, label: t(`session.theme.${value}`) }))}
          value={theme}
          onChange={setTheme}
        />
        <p>{t('session.menu.language')}</p>
        <Segmented
          label={t('session.menu.language')}
          options={languages.map(value => ({ value, label: t(`common.language.${value}`) }))}
          value={language}
          onChange={speak}
        />
      </Card>
    </section>
  )
}
