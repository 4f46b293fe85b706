import { useId, useRef, useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ScreenDialog } from '#web/ui/ScreenDialog.tsx'
import typography from '#web/ui/typography.module.css'
import { readPicture } from './read-picture.ts'
import { parseScannedText } from './scanned-link.ts'
import { useCamera } from './use-camera.ts'
import css from './ScanDialog.module.css'
import './scan-tokens.css'

export interface ScanDialogProps {
  /** Origins of this installation; a code with a URL of another origin is not opened. */
  origins: readonly string[]
  /** Called with the path inside the app that the scanned code opens. */
  onFound: (path: string) => void
  onClose: () => void
}

/** Why nothing was opened: the code is unknown, no code was read, or the camera or the decoder is unavailable. */
type ScanFailure =
  | { reason: 'unknown'; text: string; isLink: boolean }
  | { reason: 'nocode' | 'nopicture' | 'noreader' | 'denied' | 'none' }

const MAX_TEXT_LENGTH = 200

/** Scans a QR code with the camera; alternatives are a picture of the code and a search for the community by name. */
export const ScanDialog = ({ origins, onFound, onClose }: ScanDialogProps) => {
  const { t } = useText()
  const heading = useId()
  const [lastFailure, setLastFailure] = useState<ScanFailure | null>(null)
  const [reading, setReading] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const handleText = (text: string) => {
    const scanned = parseScannedText(text, origins)
    if ('to' in scanned) onFound(scanned.to)
    else setLastFailure({ reason: 'unknown', text: scanned.unknown.slice(0, MAX_TEXT_LENGTH), isLink: scanned.isLink })
  }
  const { video, state, light, scan } = useCamera(handleText)
  const isUnavailable = state === 'denied' || state === 'none' || state === 'noreader'
  const failure: ScanFailure | null = lastFailure ?? (isUnavailable ? { reason: state } : null)
  const scanAgain = () => {
    setLastFailure(null)
    scan()
  }
  const pick = (file: File) => {
    setReading(true)
    void readPicture(file).then(result => {
      setReading(false)
      if ('text' in result) handleText(result.text)
      else setLastFailure({ reason: result.error })
    })
  }

  const fromPicture = (
    <Button icon="image-up" onClick={() => files.current?.click()}>
      {reading ? t('find.scan.reading') : t('find.scan.picture')}
    </Button>
  )
  const byName = (
    <ButtonLink icon={failure ? undefined : 'search'} to="/communautes" replace>
      {t('find.scan.byname')}
    </ButtonLink>
  )

  return (
    <ScreenDialog headingId={heading} className={css.scan} onClose={onClose}>
      <header className={css.bar}>
        <IconButton icon="x" label={t('common.close')} onClick={onClose} />
        <h1 id={heading} tabIndex={-1}>
          {t('find.scan.title')}
        </h1>
        {light ? (
          <IconButton icon="flashlight" label={t('find.scan.light')} aria-pressed={light.lit} onClick={light.toggle} />
        ) : (
          <span className={css.nolight} />
        )}
      </header>
      {/* The file input is not inside the buttons, because a failing camera moves the buttons elsewhere, perhaps while a
         picture is being chosen. */}
      <input
        ref={files}
        type="file"
        accept="image/*"
        className={typography.hidden}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) pick(file)
        }}
      />
      <div className={css.aim}>
        <video
          ref={video}
          className={css.view}
          muted
          playsInline
          hidden={isUnavailable}
          aria-label={t('find.scan.view')}
        />
        {isUnavailable ? (
          <span className={css.away}>
            <Icon name="camera-off" size="l" />
          </span>
        ) : (
          <AimFrame isOff={failure !== null} />
        )}
      </div>
      {failure ? (
        <FailureMessage failure={failure} onAgain={scanAgain} picture={fromPicture} name={byName} />
      ) : (
        <>
          <ScanHints />
          <footer className={css.foot}>
            <p role="status">{state === 'starting' ? t('find.scan.starting') : t('find.aim')}</p>
            <div className={css.acts}>
              {fromPicture}
              {byName}
            </div>
          </footer>
        </>
      )}
    </ScreenDialog>
  )
}

/** The frame over the camera picture in which the code should be. */
const AimFrame = ({ isOff }: { isOff: boolean }) => (
  <div className={css.frame} data-off={isOff || undefined}>
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <path
        vectorEffect="non-scaling-stroke"
        d="M0 32V16A16 16 0 0 1 16 0H32M88 0H104A16 16 0 0 1 120 16V32M120 88V104A16 16 0 0 1 104 120H88M32 120H16A16 16 0 0 1 0 104V88"
      />
    </svg>
  </div>
)

/** Lists where codes can be found, such as on a poster or in a letter. */
const ScanHints = () => {
  const { t } = useText()
  return (
    <div className={css.text}>
      <p className={typography.muted}>{t('find.scan.intro')}</p>
      <ul>
        <li>
          <Icon name="newspaper" size="s" />
          <span>{t('find.scan.poster')}</span>
        </li>
        <li>
          <Icon name="mail" size="s" />
          <span>{t('find.scan.letter')}</span>
        </li>
        <li>
          <Icon name="smartphone" size="s" />
          <span>{t('find.scan.phone')}</span>
        </li>
      </ul>
    </div>
  )
}

interface FailureMessageProps {
  failure: ScanFailure
  onAgain: () => void
  picture: ReactNode
  name: ReactNode
}

/** Explains why nothing was opened, with buttons for the next steps. */
const FailureMessage = ({ failure, onAgain, picture, name }: FailureMessageProps) => {
  const { t } = useText()
  const text = {
    unknown: [
      t('find.unknown.title'),
      'isLink' in failure && failure.isLink ? t('find.unknownurlinfo') : t('find.unknown.text'),
    ],
    nocode: [t('find.nocode.title'), t('find.nocode.text')],
    nopicture: [t('find.nopicture.title'), t('find.nopicture.text')],
    noreader: [t('find.noreader.title'), t('find.noreader.text')],
    denied: [t('find.camera.denied.title'), t('find.camerainfo')],
    none: [t('find.camera.none.title'), t('find.camera.none.text')],
  }[failure.reason]
  const isOfCamera = failure.reason === 'denied' || failure.reason === 'none'
  return (
    <div className={css.found} role="status">
      <span>
        <Badge kind="attention">{t('common.alert.info')}</Badge>
      </span>
      <h2>{text[0]}</h2>
      <p className={typography.muted}>{text[1]}</p>
      {failure.reason === 'unknown' && failure.text && (
        <p className={css.link}>
          <Icon name="link" size="s" />
          <span dir="ltr">{failure.text.replace(/^https?:\/\//i, '')}</span>
        </p>
      )}
      <div className={css.ways}>
        <Button kind="primary" icon={isOfCamera ? 'rotate-cw' : 'scan-line'} onClick={onAgain}>
          {isOfCamera ? t('find.scan.retry') : t('find.scan.again')}
        </Button>
        {failure.reason !== 'unknown' && picture}
        {name}
      </div>
    </div>
  )
}
