import { useSearchParams } from 'react-router'
import { useTitle } from '#web/lib/use-title.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { ProductPanel } from './product-panel.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

type Page = 'login' | 'register'

/** Sign In and Sign Up; the query parameter `page` picks the tab. */
export function AuthPage() {
  const [query, setQuery] = useSearchParams()
  const page: Page = query.get('page') === 'register' ? 'register' : 'login'
  const show = (next: Page) => setQuery({ page: next }, { replace: true })
  const isLogin = page === 'login'
  useTitle(isLogin ? 'Sign In' : 'Sign Up')
  return (
    <div className="grid flex-1 lg:grid-cols-2">
      <ProductPanel />
      <div className="flex flex-col items-center px-4 py-8 sm:py-14 lg:order-last lg:justify-center">
        <div className="w-full max-w-sm lg:min-h-[38rem]">
          <h1 className="font-semibold text-2xl tracking-tight">
            {isLogin ? 'Sign in to Tinproof' : 'Create your account'}
          </h1>
          <p className="mt-1 mb-6 text-muted">
            {isLogin
              ? 'Validate tax IDs and manage your API tokens.'
              : '100 validations a month are free. No card needed.'}
          </p>
          <Tabs
            label="Sign in or sign up"
            layout="fill"
            value={page}
            onValueChange={show}
            tabs={[
              { value: 'login', label: 'Sign In', content: <SignInForm /> },
              { value: 'register', label: 'Sign Up', content: <SignUpForm /> },
            ]}
          />
        </div>
      </div>
    </div>
  )
}
