import { type CommunityInformation } from '@parvis/contract/information.ts'
import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import { useState } from 'react'
import { MAX_PICKED_MB, preparePhoto } from '#web/kernel/picture/prepare-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FileButton } from '#web/ui/FileButton.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import edit from '../EditInformationView.module.css'
import { useInformationFile } from '../information.mutations.ts'
import { useFileSizeFormat } from '../use-megabytes.ts'

const BYTES_IN_MB = 1024 * 1024
/**
 * Maximum side of a plan in pixels, larger than that of other pictures, so that small print on the plan stays readable.
 */
const PLAN_SIDE_PX = 2048

export interface FileCardProps {
  communityId: string
  fileKind: 'plan' | 'welcome'
  information: CommunityInformation
  onChanged: () => void
}

/** Card to upload, replace or remove the plan or the welcome PDF. */
export const FileCard = ({ communityId, fileKind, information, onChanged }: FileCardProps) => {
  const { t } = useText()
  const megabytes = useFileSizeFormat()
  const { saveFile, removeFile } = useInformationFile(communityId, fileKind, onChanged)
  const [isConfirmingRemoval, setIsConfirmingRemoval] = useState(false)
  const current = information[fileKind]
  const sentShare = saveFile.progress ?? 0
  const isPlan = fileKind === 'plan'
  const showError = (text: string) => showToast({ kind: 'error', text })
  const pick = async (file: File) => {
    if (!isPlan)
      return file.size > MAX_PICTURE_BYTES
        ? showError(t('information.form.welcome.toolarge', { megabytes: MAX_PICTURE_BYTES / BYTES_IN_MB }))
        : saveFile.mutate(file)
    const { photo, trouble } = await preparePhoto(file, PLAN_SIDE_PX)
    if (photo) saveFile.mutate(new File([photo], 'plan.jpg', { type: photo.type }))
    else showError(t(`media.photo.${trouble}`, { megabytes: MAX_PICKED_MB }))
  }
  return (
    <Card as="section" aria-labelledby={fileKind} className={edit.card}>
      <h2 id={fileKind} className={edit.title}>
        {t(`information.form.${fileKind}`)}
      </h2>
      {isPlan && information.plan && <Photo media={information.plan} alt={t('information.form.plan.now')} />}
      <p className={typography.meta}>
        {!isPlan && information.welcome
          ? t('information.form.welcome.now', { size: megabytes(information.welcome.bytes) })
          : t(`information.form.${fileKind}.lead`)}
      </p>
      {saveFile.isPending ? (
        <>
          <Progress
            label={t('information.form.sending')}
            value={sentShare}
            valueText={t('information.form.percent', { percent: Math.round(sentShare * 100) })}
          />
          <Button size="s" onClick={saveFile.abort}>
            {t('information.form.stop')}
          </Button>
        </>
      ) : (
        <div className={edit.acts}>
          <FileButton
            accept={isPlan ? 'image/*' : 'application/pdf,.pdf'}
            size="s"
            icon={isPlan ? 'image-up' : 'plus'}
            disabled={removeFile.isPending}
            onPick={file => void pick(file)}
          >
            {t(current ? 'information.form.replace' : 'information.form.choose')}
          </FileButton>
          {current && (
            <Button size="s" kind="quiet" busy={removeFile.isPending} onClick={() => setIsConfirmingRemoval(true)}>
              {t('information.form.remove')}
            </Button>
          )}
        </div>
      )}
      {isConfirmingRemoval && (
        <ConfirmDialog
          title={t(`information.form.${fileKind}.remove`)}
          text={t(`information.form.${fileKind}.remove.text`)}
          confirmLabel={t('information.form.remove')}
          icon="trash"
          onConfirm={() => {
            setIsConfirmingRemoval(false)
            removeFile.mutate()
          }}
          onClose={() => setIsConfirmingRemoval(false)}
        />
      )}
    </Card>
  )
}
