import { languages, type Language } from '@parvis/contract/language.ts'
import { useEffect, useState } from 'react'
import { onStoredChange, stored } from '#web/kernel/device/stored.ts'
import { textSizes, useTextSize } from '#web/kernel/device/text-size.ts'
import { themes, useTheme } from '#web/kernel/device/theme.ts'
import { currentLanguage, setLanguage, useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { SettingsGroup } from '#web/ui/SettingsGroup.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useSaveLanguage } from './language.mutations.ts'
import css from './AppearanceSettings.module.css'

const followsDevice = () => !languages.some(one => one === stored('language'))

/** Theme and text size on this device, and the language, here and in mails. */
export const AppearanceSettings = () => {
  const { t, language } = useText()
  const { theme, setTheme } = useTheme()
  const { textSize, setTextSize } = useTextSize()
  const saveLanguage = useSaveLanguage()
  const [isFollowing, setFollowing] = useState(followsDevice)
  // Another tab may change the language too.
  useEffect(() => onStoredChange('language', () => setFollowing(followsDevice())), [])
  const changeLanguage = async (choice: Language | 'system') => {
    try {
      await setLanguage(choice === 'system' ? null : choice)
      setFollowing(choice === 'system')
      saveLanguage(currentLanguage())
    } catch {
      showToast({ kind: 'error', text: t('settings.language.failed') })
    }
  }
  return (
    <SettingsGroup title={t('settings.look')}>
      <Card className={css.card}>
        <p>{t('settings.theme')}</p>
        <Segmented
          label={t('settings.theme')}
          options={themes.map(value => ({
            value,
            label: t(value === 'system' ? 'settings.device' : `settings.theme.${value}`),
          }))}
          value={theme}
          onChange={setTheme}
        />
        <p>{t('settings.textsize')}</p>
        <Segmented
          label={t('settings.textsize')}
          options={textSizes.map(value => ({
            value,
            label: value === 'system' ? t('settings.device') : t('settings.textsize.percent', { percent: value }),
          }))}
          value={textSize}
          onChange={setTextSize}
        />
        <p>{t('settings.language')}</p>
        <Segmented
          label={t('settings.language')}
          options={[
            { value: 'system', label: t('settings.device') },
            ...languages.map(value => ({ value, label: t(`common.language.${value}`) })),
          ]}
          value={isFollowing ? 'system' : language}
          onChange={one => void changeLanguage(one)}
        />
      </Card>
    </SettingsGroup>
  )
}
