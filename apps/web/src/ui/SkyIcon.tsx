import { Icon, type IconProps } from './Icon.tsx'
import { skyOf } from './sky.ts'
import css from './SkyIcon.module.css'

export const SkyIcon = ({ code, size }: { code: string; size?: IconProps['size'] }) => {
  const { icon, sky } = skyOf(code)
  return (
    <span className={css.sky} data-sky={sky}>
      <Icon name={icon} size={size} />
    </span>
  )
}
