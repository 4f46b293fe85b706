import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import type { Target } from './frame-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './Ways.module.css'

/** A card with one action per line. */
export const Ways = ({ label, children }: { label: string; children: ReactNode }) => (
  <Card as="section" className={css.ways} aria-label={label}>
    {children}
  </Card>
)

interface WayFace {
  icon: IconName
  title: string
  detail?: string
}

/** Links to a screen. */
export const WayTo = ({ icon, title, detail, ...target }: WayFace & Target & { hash?: string }) => (
  <Link {...target}>
    <Face icon={icon} title={title} detail={detail} leads />
  </Link>
)

/** Links to an address that another program opens. */
export const WayOut = ({ icon, title, detail, href }: WayFace & { href: string }) => (
  <a href={href}>
    <Face icon={icon} title={title} detail={detail} leads />
  </a>
)

/** Acts at once, as log-out does: in the colour of dangerous actions unless `plain`. `busy` while it is running. */
export const WayAct = ({
  busy,
  plain,
  onAct,
  ...face
}: WayFace & { busy: boolean; plain?: boolean; onAct: () => void }) => (
  <button
    type="button"
    data-plain={plain || undefined}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? undefined : onAct}
  >
    <Face {...face} />
  </button>
)

const Face = ({ icon, title, detail, leads }: WayFace & { leads?: boolean }) => (
  <>
    <Icon name={icon} />
    <span>
      {title}
      {detail && <small>{detail}</small>}
    </span>
    {leads && <Icon name="chevron-right" size="s" />}
  </>
)
