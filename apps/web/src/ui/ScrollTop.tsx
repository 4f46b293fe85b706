import { ScrollTopButton } from './ScrollTopButton.tsx'
import { useScrolled } from './use-scrolled.ts'

const THRESHOLD_PX = 140

export const ScrollTop = () => useScrolled(THRESHOLD_PX) && <ScrollTopButton />
