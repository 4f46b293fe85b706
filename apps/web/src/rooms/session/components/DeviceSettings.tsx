import { languages, type Language } from '@parvis/contract/language.ts'
import { useId, useState } from 'react'
import { stored } from '#web/kernel/device/stored.ts'
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
  const [follows, setFollows] = useState(() => !languages.some(one => one === stored('language')))
  const speak = async (one: Language | 'system') => {
    try {
      await setLanguage(one === 'system' ? null : one)
      setFollows(one === 'system')
    } catch {
      showToast({ kind: 'error', text: t('session.settings.failed') })
    }
  }
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
          options={[
            { value: 'system', label: t('session.theme.system') },
            ...languages.map(value => ({ value, label: t(`common.language.${value}`) })),
          ]}
          value={follows ? 'system' : language}
          onChange={one => void speak(one)}
        />
      </Card>
    </section>
  )
}
