import { useNavigate } from 'react-router';
import { useServices } from '#client/data/services.ts';
import { useApplication } from '#client/application/application.ts';
import { keepVisitorAnswers } from '#client/application/kept/keep-answers.ts';

/** Sends a visitor to sign up; what was answered is carried. */
export function useSignUp(): () => void {
  const application = useApplication();
  const { carried } = useServices();
  const navigate = useNavigate();
  return () => {
    keepVisitorAnswers(application, carried);
    void navigate('/signup');
  };
}
