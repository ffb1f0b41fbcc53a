@echo off
rem The newest Python that the course is tested with, or else any; pushd also takes a folder of the network.
pushd "%~dp0"
if not exist start.py (
  echo The file start.py is not beside start.bat. Unpack the zip first: right-click it, Extract All.
  goto end
)
for %%v in (3.13 3.12 3.11 3) do (
  py -%%v -c "" >nul 2>nul && (
    py -%%v start.py
    goto end
  )
)
rem A "python" that does not start is the one that only opens the Microsoft Store.
python -c "" >nul 2>nul && (
  python start.py
  goto end
)
echo There is no Python here. Install Python 3.13 from python.org, and tick "Add python.exe to PATH" on the first
echo page of the installer. Then double-click start.bat again.
:end
popd
pause
