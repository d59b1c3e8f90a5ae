export { ProjectsCard } from './projects-card.tsx'
