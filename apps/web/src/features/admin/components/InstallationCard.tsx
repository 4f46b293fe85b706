import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import typography from '#web/ui/typography.module.css'
import desk from '../DeskView.module.css'

/** Link for webmasters to the settings of the whole installation. */
export const InstallationCard = () => {
  const { t } = useText()
  return (
    <Card as="section" aria-labelledby="installation" className={desk.body}>
      <h2 id="installation" className={desk.title}>
        {t('admin.installation')}
      </h2>
      <p className={typography.meta}>{t('admin.installation.text')}</p>
      <ButtonLink icon="server-cog" wide to="/gestion">
        {t('admin.installation.open')}
      </ButtonLink>
    </Card>
  )
}
