export { OnboardingGuide } from './onboarding-guide.tsx'
