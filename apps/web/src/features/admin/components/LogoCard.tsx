import { MAX_PICKED_MB, preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { useLogoUpload } from '../admin.mutations.ts'
import desk from '../DeskView.module.css'
import css from './LogoCard.module.css'

/** Longest side of an uploaded logo, in pixels. A low limit is enough, because logos are always shown small. */
const LOGO_SIDE_PX = 1024

export interface LogoCardProps {
  community: { name: string; customUri: string; logoUri: string | null }
  /** Called after the upload, so that queries that show the community are refetched. */
  onChanged: () => void
}

/** The logo of a community, as shown on its public page, its poster and in the top bar. */
export const LogoCard = ({ community, onChanged }: LogoCardProps) => {
  const { t } = useText()
  const change = useLogoUpload(onChanged)
  const pick = async (file: File) => {
    const { photo, trouble } = await preparePhoto(file, LOGO_SIDE_PX)
    if (photo) change.mutate(photo)
    else showToast({ kind: 'error', text: t(`media.photo.${trouble}`, { megabytes: MAX_PICKED_MB }) })
  }
  return (
    <Card as="section" aria-labelledby="sign" className={desk.body}>
      <h2 id="sign" className={desk.title}>
        {t('admin.sign')}
      </h2>
      <div className={css.sign}>
        <Avatar name={community.name} photoUri={community.logoUri} size="l" subject="place" />
        <p className={typography.meta}>{t('admin.sign.where')}</p>
      </div>
      <FileButton accept="image/*" icon="image-up" disabled={change.isPending} onPick={file => void pick(file)}>
        {t(change.isPending ? 'admin.sign.sending' : 'admin.sign.change')}
      </FileButton>
      <ButtonLink icon="pencil" wide to="/$c/gestion/communaute" params={{ c: community.customUri }}>
        {t('admin.sign.tell')}
      </ButtonLink>
    </Card>
  )
}
