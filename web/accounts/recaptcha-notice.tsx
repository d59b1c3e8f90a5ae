export function RecaptchaNotice() {
  return (
    <>
      <style href="recaptcha-badge" precedence="default">
        {'.grecaptcha-badge { visibility: hidden }'}
      </style>
      <p className="mt-5 text-faint text-sm">
        Protected by reCAPTCHA; Google's{' '}
        <a className="underline hover:text-ink" href="https://policies.google.com/privacy">
          Privacy Policy
        </a>{' '}
        and{' '}
        <a className="underline hover:text-ink" href="https://policies.google.com/terms">
          Terms of Service
        </a>{' '}
        apply.
      </p>
    </>
  )
}
