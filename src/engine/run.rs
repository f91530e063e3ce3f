//! A program that ran: tensors and pictures for whoever looks.

use super::backend::Presenter;
use super::cpu::CpuRun;
use super::device::DeviceRun;
use super::error::EngineError;
use super::paint::{self, Picture, Pixels};
use super::program::Program;
use super::tensor::{Data, Shape, Tensor, TensorId};
use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;

/// A program that ran, with its numbers. Cloning is cheap; the last clone's end gives the GPU's buffers back.
#[derive(Clone, Debug)]
pub struct Run(Rc<Ran>);

#[derive(Debug)]
struct Ran {
    program: Rc<Program>,
    numbers: Numbers,
    // Read where there are canvases.
    #[cfg_attr(not(target_arch = "wasm32"), expect(dead_code))]
    presenter: Rc<Cell<Presenter>>,
}

/// Where the numbers are.
pub(super) enum Numbers {
    Cpu(CpuRun<f32>),
    Gpu(Box<dyn DeviceRun>),
}

// Not derived: it would bring the executors' whole insides along.
impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu(_) => "Cpu",
            Self::Gpu(_) => "Gpu",
        })
    }
}

impl Run {
    pub(super) fn new(
        program: &Rc<Program>,
        numbers: Numbers,
        presenter: &Rc<Cell<Presenter>>,
    ) -> Self {
        Self(Rc::new(Ran {
            program: program.clone(),
            numbers,
            presenter: presenter.clone(),
        }))
    }

    /// The program that ran.
    pub fn program(&self) -> &Rc<Program> {
        &self.0.program
    }

    /// The numbers of a tensor, fed ones included; whole numbers read in two's complement.
    ///
    /// # Errors
    /// [`EngineError::Device`] where the GPU is gone.
    pub async fn read(&self, id: TensorId) -> Result<Tensor, EngineError> {
        let shape = self.0.program.info(id).shape.clone();
        let values = self.numbers(&[(id, 0..shape.len())]).await?;
        Ok(Tensor {
            shape,
            values: values.into_iter().flatten().collect(),
        })
    }

    /// Several tensors at once: on the GPU in one go, which costs hardly more than reading one.
    ///
    /// # Errors
    /// As [`Run::read`].
    pub async fn read_all(&self, ids: &[TensorId]) -> Result<Vec<Tensor>, EngineError> {
        let shapes = ids.iter().map(|id| self.0.program.info(*id).shape.clone());
        let parts: Vec<_> = ids
            .iter()
            .map(|id| (*id, 0..self.0.program.info(*id).shape.len()))
            .collect();
        let values = self.numbers(&parts).await?;
        Ok(shapes
            .zip(values)
            .map(|(shape, values)| Tensor { shape, values })
            .collect())
    }

    /// Some rows of a tensor, as \[rows, width\]; rows that it doesn't have are left out.
    ///
    /// # Errors
    /// As [`Run::read`].
    pub async fn read_rows(&self, id: TensorId, rows: Range<usize>) -> Result<Tensor, EngineError> {
        let shape = &self.0.program.info(id).shape;
        let (width, end) = (shape.width(), rows.end.min(shape.rows()));
        let start = rows.start.min(end);
        let values = self.numbers(&[(id, start * width..end * width)]).await?;
        Ok(Tensor {
            shape: Shape::from([end - start, width]),
            values: values.into_iter().flatten().collect(),
        })
    }

    async fn numbers(
        &self,
        parts: &[(TensorId, Range<usize>)],
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        match &self.0.numbers {
            Numbers::Gpu(run) => run.read(parts).await,
            Numbers::Cpu(run) => Ok(parts
                .iter()
                .map(|(id, range)| as_real(run.data(*id), range.clone()))
                .collect()),
        }
    }

    /// Paints a picture.
    ///
    /// # Errors
    /// [`EngineError::PictureOutside`] and [`EngineError::PictureTooLarge`] where it doesn't fit its tensor or an
    /// image, [`EngineError::Device`] where the GPU is gone.
    pub async fn paint(&self, picture: &Picture) -> Result<Pixels, EngineError> {
        picture.check(self.0.program.info(picture.tensor))?;
        match &self.0.numbers {
            Numbers::Gpu(run) => run.paint(picture).await,
            Numbers::Cpu(run) => Ok(paint::paint(picture, run.data(picture.tensor))),
        }
    }

    /// Paints a picture onto a canvas, which takes the picture's size: one pixel a cell.
    ///
    /// # Errors
    /// As [`Run::paint`], and [`EngineError::Canvas`] where the canvas gives no 2-D context.
    #[cfg(target_arch = "wasm32")]
    pub async fn show(
        &self,
        picture: &Picture,
        canvas: &web_sys::HtmlCanvasElement,
    ) -> Result<(), EngineError> {
        if let Numbers::Gpu(run) = &self.0.numbers {
            let surface = match self.0.presenter.get() {
                Presenter::Auto => !run.is_software(),
                Presenter::Surface => true,
                Presenter::Pixels => false,
            };
            if surface {
                picture.check(self.0.program.info(picture.tensor))?;
                return run.show(picture, canvas);
            }
        }
        let pixels = self.paint(picture).await?;
        super::canvas::put(&pixels, canvas)
    }
}

/// Part of a tensor's numbers as reals.
pub(super) fn as_real(data: &Data<f32>, range: Range<usize>) -> Vec<f32> {
    match data {
        Data::Real(values) => values[range].to_vec(),
        Data::Whole(values) => values[range]
            .iter()
            .map(|v| v.cast_signed() as f32)
            .collect(),
    }
}
